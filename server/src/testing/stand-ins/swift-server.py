"""
OpenStack Swift in one process, on free ports and with a folder of its own; swift.ts starts it.

Reads its settings as one line of JSON, answers with another (its port) once it serves, and ends, taking
its folder along, when its input is closed: also where whoever started it was killed.
Everything that answers is Swift's; only memcached, which it asks to remember, has a stand-in here.
"""

import json
import logging
import os
import signal
import sys
import tempfile
from configparser import RawConfigParser
from time import monotonic

import eventlet
import eventlet.wsgi
from swift.common import utils, wsgi
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingBuilder


def main():
    # As Swift's own start does.
    eventlet.monkey_patch(socket=True, select=True, thread=True)
    logging.logThreads = False
    settings = json.loads(sys.stdin.readline())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    # Ctrl+C reaches whoever started this, too, and still needs it for a moment.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with tempfile.TemporaryDirectory(prefix='baari-swift-') as folder:
        port = start(folder, settings)
        print(json.dumps({'port': port}), flush=True)
        eventlet.hubs.trampoline(sys.stdin, read=True)


def start(folder, settings):
    """Starts what keeps accounts, containers and objects, and the proxy before them; returns its port."""
    write_conf(folder, 'swift.conf', {'swift-hash': {'swift_hash_path_suffix': 'tests'}})
    utils.set_swift_dir(folder)
    os.makedirs(os.path.join(folder, 'disks', 'disk'))
    shared = {
        'swift_dir': folder,
        'devices': os.path.join(folder, 'disks'),
        'mount_check': 'no',
        'log_level': 'CRITICAL',
    }
    objects = 'object' if keeps_attributes(folder) else 'mem_object'
    for kind, app in (('account', 'account'), ('container', 'container'), ('object', objects)):
        sections = {'DEFAULT': shared, 'app:main': {'use': f'egg:swift#{app}'}}
        port = serve(wsgi.loadapp(write_conf(folder, f'{kind}.conf', sections)))
        write_ring(os.path.join(folder, f'{kind}.ring.gz'), port)
    proxy = write_conf(folder, 'proxy.conf', {'DEFAULT': shared, **proxy_sections(settings)})
    return serve(with_memory(wsgi.loadapp(proxy)))


def proxy_sections(settings):
    return {
        'pipeline:main': {'pipeline': 's3api tempauth proxy-server'},
        'filter:s3api': {'use': 'egg:swift#s3api', 'location': settings['region']},
        'filter:tempauth': {
            'use': 'egg:swift#tempauth',
            f"user_{settings['account']}_{settings['user']}": f"{settings['secret']} .admin",
        },
        'app:proxy-server': {'use': 'egg:swift#proxy', 'account_autocreate': 'yes'},
    }


def write_conf(folder, name, sections):
    path = os.path.join(folder, name)
    parser = RawConfigParser()
    parser.optionxform = str
    parser.read_dict(sections)
    with open(path, 'w', encoding='utf-8') as file:
        parser.write(file)
    return path


def write_ring(path, port):
    """One copy of everything, on one disk."""
    builder = RingBuilder(part_power=1, replicas=1, min_part_hours=0)
    place = {'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'disk'}
    builder.add_dev({**place, 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(path)


def keeps_attributes(folder):
    """Swift notes what an object is in attributes of its file; not every file system has them."""
    try:
        os.setxattr(folder, 'user.swift', b'x')
        return True
    except OSError:
        return False


def serve(app):
    listener = eventlet.listen(('127.0.0.1', 0))
    eventlet.spawn(
        eventlet.wsgi.server,
        listener,
        app,
        log_output=False,
        protocol=SwiftHttpProtocol,
        capitalize_response_headers=False,
    )
    return listener.getsockname()[1]


class Memory:
    """What a proxy asks of memcached, for one process: tokens and what it lately heard of the others."""

    def __init__(self):
        self.kept = {}

    def set(self, key, value, time=0, **_):
        self.kept[key] = (value, monotonic() + time if time else None)

    def get(self, key, **_):
        value, until = self.kept.get(key, (None, None))
        return value if until is None or monotonic() < until else None

    def delete(self, key, **_):
        self.kept.pop(key, None)


def with_memory(app):
    memory = Memory()

    def answer(env, start_response):
        env['swift.cache'] = memory
        return app(env, start_response)

    return answer


main()
