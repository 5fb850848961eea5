/* SPDX-License-Identifier: Apache-2.0
 *
 * The portal push (guards/portal_push/accepted.cpp) as WRITERS processes, under the properties of
 * push_search.cpp. What one statement does is one step: a d_step, in whose midst SPIN stores no
 * state and changes no process. -DBROKEN flips unconditionally, as three_changes.cpp beside the
 * guard does without its second change.
 */
#ifndef WRITERS
#define WRITERS 2
#endif

/* Generations count from the seeded one; a writer claims at most one above all others. */
#define GENERATIONS (WRITERS + 1)
#define BRAND 1
#define DOCS 2
#define TREE 3 /* both of them */

byte pointer;                           /* directory_state.currentgeneration */
byte directory[GENERATIONS] = { TREE, 0 }; /* rows at each generation */
bit walked;                             /* tree.walked, of the env store */
bit flipped[GENERATIONS];               /* whether a push has written op=flip */
hidden byte g;                          /* inside of steps only: no part of the state */

/* A reader lists a whole tree: the seeded one, or the one that a push has walked. */
inline readers_see_a_whole_tree() {
  assert(directory[pointer] == TREE && (pointer == 0 || walked))
}

/* INSERT INTO directory … */
inline insert(row) {
  d_step { !(directory[next] & row) -> directory[next] = directory[next] | row }
}
/* … or its unique violation, which ends the push. */
inline collide(row) {
  d_step { directory[next] & row -> skip }
}

/* SELECT MAX(generation) FROM directory, and the claim */
inline claim() {
  d_step {
    g = GENERATIONS - 1;
    do
    :: g > 0 && !directory[g] -> g--
    :: else -> break
    od;
    next = (next > g -> next : g) + 1
  }
}

/* op=flip: no two pushes succeed with one generation. */
inline succeed() {
  assert(!flipped[next]);
  flipped[next] = 1
}

/* INSERT INTO directory_state … ON CONFLICT … DO UPDATE, forward only unless BROKEN */
inline flip() {
  d_step {
    g = pointer;
#ifdef BROKEN
    pointer = next;
#else
    pointer = (next > pointer -> next : pointer);
#endif
    assert(pointer >= g);
#ifdef BROKEN
    succeed(); /* its log line follows the flip itself */
#endif
    readers_see_a_whole_tree()
  }
}

/* DELETE FROM directory WHERE generation < next */
inline sweep() {
  d_step {
    g = 0;
    do
    :: g < next ->
       assert(g != pointer || !directory[g]); /* no row goes that readers are at */
       directory[g] = 0;
       g++
    :: else -> break
    od;
    readers_see_a_whole_tree()
  }
}

/* SELECT COUNT(*) through the pointer, of which only the log tells */
inline verify() {
  directory[pointer] <= TREE
}

active [WRITERS] proctype push() {
  byte next;
  next = pointer; /* SELECT currentgeneration */
  claim();
  walked = 1; /* the walk */
  if
  :: collide(BRAND)
  :: insert(BRAND);
     if
     :: collide(DOCS)
     :: insert(DOCS);
        flip();
#ifdef BROKEN
        sweep();
        verify()
#else
        if /* SELECT currentgeneration */
        :: d_step { pointer > next -> skip } /* superseded */
        :: d_step { pointer <= next -> succeed() };
           sweep();
           verify()
        fi
#endif
     fi
  fi
}
