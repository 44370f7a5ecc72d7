"""Converts a booster of xgboost to the format that models/trees.ts evaluates."""
import base64
import json
import struct

LEAF = 255


def pack(booster, features, classes, bias=0):
    nodes = bytearray()
    for dump in booster.get_dump(dump_format="json"):
        write(json.loads(dump), nodes)
    stored = {"features": " ".join(features), "classes": ",".join(classes)}
    if bias:
        stored["bias"] = bias
    stored["nodes"] = base64.b64encode(bytes(nodes)).decode()
    return stored


def write(node, nodes):
    """Appends a node, then its left branch, then its right branch."""
    at = len(nodes)
    if "leaf" in node:
        nodes += struct.pack("<BHf", LEAF, 0, node["leaf"])
        return
    nodes += bytes(7)
    children = {child["nodeid"]: child for child in node["children"]}
    write(children[node["yes"]], nodes)
    right = (len(nodes) - at) // 7
    write(children[node["no"]], nodes)
    struct.pack_into("<BHf", nodes, at, int(node["split"][1:]), right, node["split_condition"])
