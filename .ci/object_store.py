"""Runs OpenStack Swift with its S3 interface on this machine until it is stopped: `object_store.py FOLDER PORT`.

Needs Debian's `python3-swift`. The access key is `test:recto`, its secret `secretkey`.
"""

import getpass
import os
import pathlib
import signal
import sys

folder, first_port = pathlib.Path(sys.argv[1]).absolute(), int(sys.argv[2])
(folder / "devices" / "d1").mkdir(parents=True)
(folder / "swift.conf").write_text("[swift-hash]\nswift_hash_path_prefix = recto\nswift_hash_path_suffix = recto\n")

# Set before other modules of Swift are imported, because they read it on import.
from swift.common import utils

utils.SWIFT_CONF_FILE = str(folder / "swift.conf")

from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi

COMMON = f"""[DEFAULT]
bind_ip = 127.0.0.1
swift_dir = {folder}
devices = {folder / "devices"}
mount_check = false
user = {getpass.getuser()}
workers = 0
log_level = CRITICAL
"""

# Nothing listens on memcached's address, so Swift works without a cache.
PROXY = """[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:tempauth]
use = egg:swift#tempauth
user_test_recto = secretkey .admin
""" + "".join(
    f"[filter:{name}]\nuse = egg:swift#{name}\n"
    for name in ("catch_errors", "gatekeeper", "listing_formats", "s3api", "copy", "slo", "dlo", "versioned_writes")
)


def make_ring(kind, port):
    """Writes a ring with one device and one replica."""
    ring = RingBuilder(4, 1, 0)
    ring.add_dev({"id": 0, "region": 1, "zone": 1, "weight": 1.0, "ip": "127.0.0.1", "port": port, "device": "d1",
                  "replication_ip": "127.0.0.1", "replication_port": port, "meta": ""})
    ring.rebalance()
    ring.get_ring().save(str(folder / f"{kind}.ring.gz"))


def start(kind, port, rest):
    path = folder / f"{kind}.conf"
    path.write_text(f"{COMMON}bind_port = {port}\n{rest}")
    child = os.fork()
    if child == 0:
        run_wsgi(str(path), f"{kind}-server", "proxy" if kind == "proxy" else kind)
        os._exit(1)
    return child


children = []
for number, kind in enumerate(("account", "container", "object"), start=1):
    make_ring(kind, first_port + number)
    rest = f"[pipeline:main]\npipeline = {kind}-server\n[app:{kind}-server]\nuse = egg:swift#{kind}\n"
    children.append(start(kind, first_port + number, rest))
children.append(start("proxy", first_port, PROXY))


def stop(*_):
    for child in children:
        os.kill(child, signal.SIGKILL)
    sys.exit(0)


signal.signal(signal.SIGTERM, stop)
signal.signal(signal.SIGINT, stop)
os.wait()
stop()
