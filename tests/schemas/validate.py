#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""validate.py [--all-fields] SCHEMA FILE…: whether each JSON file is what the schema says.

--all-fields asks more of the schema: that it names every field it allows, and that each field it
names is in one of the files, so that it neither hides one that is written nor tells of one that is
not.
"""
import json
import sys

from jsonschema.exceptions import best_match
from jsonschema.validators import validator_for


def sub_schemas(schema, name, root):
    """The schemas that a value at this place may follow, references resolved."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        yield from sub_schemas(root["$defs"][name], name, root)
    else:
        yield name, schema
    for either in schema.get("anyOf", []) + schema.get("oneOf", []):
        yield from sub_schemas(either, name, root)


def note_fields(value, schema, name, root, check, seen):
    """Adds to `seen` the fields of `value`, each as (definition, field)."""
    for own_name, own in sub_schemas(schema, name, root):
        if isinstance(value, list) and "items" in own:
            for member in value:
                note_fields(member, own["items"], own_name, root, check, seen)
        if isinstance(value, dict) and "properties" in own and check(value, own):
            for field, member in value.items():
                seen.add((own_name, field))
                note_fields(member, own["properties"][field], own_name, root, check, seen)


def field_faults(schema, documents, validator):
    def check(value, own):  # of the forms of a file, the one that it has
        return own.get("properties", {}).get("kind") is None or validator.evolve(
            schema=own["properties"]["kind"]
        ).is_valid(value.get("kind"))

    seen = set()
    for document in documents:
        note_fields(document, schema, "", schema, check, seen)
    for name, definition in schema["$defs"].items():
        if "properties" not in definition:
            continue
        if definition.get("additionalProperties") is not False:
            yield f"$defs/{name}: expected additionalProperties false"
        for field in definition["properties"]:
            if (name, field) not in seen:
                yield f"$defs/{name}: {field} is in none of the files"
        for field in definition["required"]:
            if field not in definition["properties"]:
                yield f"$defs/{name}: {field} is required, and is not described"


def main(arguments):
    all_fields = arguments[:1] == ["--all-fields"]
    schema_name, *names = arguments[all_fields:]
    with open(schema_name, encoding="utf-8") as file:
        schema = json.load(file)
    validator_class = validator_for(schema)
    validator_class.check_schema(schema)
    validator = validator_class(schema)
    faults = []
    documents = []
    for name in names:
        with open(name, encoding="utf-8") as file:
            documents.append(json.load(file))
        error = best_match(validator.iter_errors(documents[-1]))
        if error is not None:
            faults.append(f"{name}: {error.json_path}: {error.message[:300]}")
    if all_fields and not faults:
        faults += field_faults(schema, documents, validator)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
