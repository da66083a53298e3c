"""A bot as the civ contest had them: started with a server's address and a key, it asks over HTTP and knows nothing else of us.

It gives a refused order on purpose once, and asks again and again whose turn it is.
"""
import json
import sys
import time
import urllib.parse
import urllib.request

URL, KEY = sys.argv[1], sys.argv[2]


def get(route):
    with urllib.request.urlopen("%s/api/%s?key=%s" % (URL, route, KEY)) as answer:
        return json.load(answer)


def post(route, **fields):
    data = urllib.parse.urlencode(dict(fields, key=KEY)).encode()
    with urllib.request.urlopen("%s/api/%s" % (URL, route), data) as answer:
        return json.load(answer)["error"]


rest = get("info")["playerRefreshRate"] / 1000
post("set_name", name="Old Settler")
me = get("player_index")["player"]
sys.stderr.write("far: %s\n" % post("move_army", srcX=0, srcY=0, dstX=9, dstY=9))
while True:
    time.sleep(rest)
    if get("current_player")["turn"] != me:
        continue
    cities, workers, stock = get("cities")["cities"][me], get("workers")["workers"][me], get("resources")["resources"][me]
    for worker in workers:
        before = get("workers")["workers"][me]
        if post("move_worker", srcX=worker["x"], srcY=worker["y"], dstX=(worker["x"] + 1) % 32, dstY=worker["y"]) is None:
            sys.stderr.write("moved: %s\n" % (before != get("workers")["workers"][me]))
    if stock["production"] >= 8 and cities:
        post("produce", type=1, x=cities[0]["x"], y=cities[0]["y"])
    post("end_turn")
