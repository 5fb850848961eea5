// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "guards/portal_push/account.h"
#include "sim/context.h"

// How a portal reader may list an account. The document leaves its reader (files.ts) out of scope
// and does not say which of these it is.
namespace racewindow::portal_push {

// Pointer and rows in one statement.
Tree list_in_one_statement(Context& ctx, const Account& account);

// The pointer first, then the rows of the generation it named.
Tree list_by_pointer(Context& ctx, const Account& account);

// As list_by_pointer, and from the start again as long as the pointer has moved by the end: good
// where the rows at the pointer's generation stay while it names them.
Tree list_while_pointer_stands(Context& ctx, const Account& account);

}  // namespace racewindow::portal_push
