// The connection to interlockd: lines of JSON over a Unix socket. This side connects, and tries again when the connection
// is lost. Requests are answered in order.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {WireError} from './decode.js';
import {LINE_BYTES} from './limits.js';

const READ_SIZE = 1 << 16;
const FIRST_PAUSE_MS = 1000, LONGEST_PAUSE_MS = 5000;
const NEWLINE = 10;

export class Line {
  // `hello()` gives the first message; `answer(request)` resolves to a result or rejects; `lost()` is called when a
  // connection that was accepted has ended; `folder` is the extension's.
  constructor({hello, answer, lost, folder}) {
    this._daemonFile = folder.get_child('interlockd');
    this._hello = hello;
    this._answer = answer;
    this._lost = lost;
    this._path = GLib.build_filenamev([GLib.get_user_runtime_dir(), 'interlock', 'desk.sock']);
    this._pause = FIRST_PAUSE_MS;
    this._timer = 0;
    this._connection = null;
    this._cancellable = new Gio.Cancellable();
  }

  open() {
    const client = new Gio.SocketClient();
    client.connect_async(Gio.UnixSocketAddress.new(this._path), this._cancellable, (_client, result) => {
      try {
        this._begin(client.connect_finish(result));
      } catch (error) {
        if (!error.matches?.(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED)) this._later();
      }
    });
  }

  // Nothing is sent, and nothing kept for later, without a connection.
  send(message) {
    if (!this._isReady) return;
    this._write(message);
  }

  close() {
    this._cancellable.cancel();
    if (this._timer) GLib.source_remove(this._timer);
    this._timer = 0;
    this._connection?.close(null);
    this._connection = null;
    this._isReady = false;
  }

  _begin(connection) {
    const refused = wrongPeer(connection.get_socket(), this._daemonFile);
    if (refused) {
      console.warn(`interlock: ${this._path}: ${refused}`);
      connection.close(null);
      this._later();
      return;
    }
    this._connection = connection;
    this._unread = new Uint8Array(0);
    this._unsent = [];
    this._work = Promise.resolve();
    this._isReady = false;
    this._write(this._hello());
    this._read(connection);
  }

  _later() {
    this._timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, this._pause, () => {
      this._timer = 0;
      this.open();
      return GLib.SOURCE_REMOVE;
    });
    this._pause = Math.min(this._pause * 2, LONGEST_PAUSE_MS);
  }

  _end(connection, why) {
    if (this._connection !== connection) return;
    if (why) console.warn(`interlock: the line to interlockd ended: ${why}`);
    connection.close(null);
    this._connection = null;
    if (this._isReady) this._lost();
    this._isReady = false;
    this._later();
  }

  _read(connection) {
    connection.get_input_stream().read_bytes_async(READ_SIZE, GLib.PRIORITY_DEFAULT, this._cancellable, (stream, result) => {
      try {
        const bytes = stream.read_bytes_finish(result).toArray();
        if (bytes.length === 0) return this._end(connection, '');
        this._take(bytes);
        if (this._connection === connection) this._read(connection);
      } catch (error) {
        this._end(connection, error.message);
      }
      return undefined;
    });
  }

  _take(bytes) {
    const all = new Uint8Array(this._unread.length + bytes.length);
    all.set(this._unread);
    all.set(bytes, this._unread.length);
    let begin = 0;
    for (let end = all.indexOf(NEWLINE); end >= 0; end = all.indexOf(NEWLINE, begin)) {
      this._receive(new TextDecoder('utf-8', {fatal: true}).decode(all.subarray(begin, end)));
      begin = end + 1;
    }
    this._unread = all.slice(begin);
    if (this._unread.length > LINE_BYTES) throw new Error('a line is longer than 1 MiB');
  }

  _receive(text) {
    const message = JSON.parse(text);
    if (typeof message !== 'object' || message === null) throw new Error('a line is not an object');
    if (!this._isReady) return this._welcome(message);
    const {id, call, ...fields} = message;
    if (!Number.isSafeInteger(id) || typeof call !== 'string') throw new Error('a request has no id or no call');
    const connection = this._connection;
    this._work = this._work.then(async () => {
      const reply = await this._reply(call, fields);
      if (this._connection === connection) this._write({id, ...reply});
    });
    return undefined;
  }

  async _reply(call, fields) {
    try {
      return {result: await this._answer({call, fields})};
    } catch (error) {
      if (!(error instanceof WireError)) console.error(error, `interlock: ${call}`);
      return {error: {code: error instanceof WireError ? error.code : 'failed', message: String(error.message)}};
    }
  }

  _welcome(message) {
    if (message.error) throw new Error(`interlockd does not accept this desk: ${message.error.message}`);
    if (message.desk !== 1) throw new Error('interlockd speaks another version of the protocol');
    this._isReady = true;
    this._pause = FIRST_PAUSE_MS;
  }

  _write(message) {
    let line = encode(message);
    if (line.length > LINE_BYTES) {
      const error = {code: 'too_large', message: 'the reply is longer than a line may be'};
      line = encode({id: message.id, error});
    }
    this._unsent.push(line);
    if (this._unsent.length === 1) this._flush(this._connection);
  }

  _flush(connection) {
    connection.get_output_stream().write_all_async(this._unsent[0], GLib.PRIORITY_DEFAULT, this._cancellable, (stream, result) => {
      try {
        stream.write_all_finish(result);
        if (this._connection !== connection) return;
        this._unsent.shift();
        if (this._unsent.length > 0) this._flush(connection);
      } catch (error) {
        this._end(connection, error.message);
      }
    });
  }
}

function encode(message) {
  return new TextEncoder().encode(`${JSON.stringify(message)}\n`);
}

// Empty if the process that listens is an interlockd of the same user: the one that `interlockctl desk install` has written into the
// file `interlockd` of this extension, or any program of that name if there is no such file.
function wrongPeer(socket, file) {
  const credentials = socket.get_credentials();
  if (credentials.get_unix_user() !== new Gio.Credentials().get_unix_user()) return 'it belongs to another user';
  try {
    const program = GLib.file_read_link(`/proc/${credentials.get_unix_pid()}/exe`);
    const path = program.replace(/ \(deleted\)$/, '');
    const wanted = file.query_exists(null) ? new TextDecoder().decode(file.load_contents(null)[1]).trim() : 'interlockd';
    const isIt = wanted.includes('/') ? path === wanted : GLib.path_get_basename(path) === wanted;
    return isIt ? '' : `the program that listens is ${program}, not ${wanted}`;
  } catch (error) {
    return `the program that listens is not known: ${error.message}`;
  }
}
