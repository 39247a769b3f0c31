import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  comparable,
  readExamples,
  sentByCurl,
  valuesFor,
  VERSION,
  type SentRequest,
} from './shown-examples.ts';

const folder = mkdtempSync(join(tmpdir(), 'python-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A module in place of the library, which keeps what is sent. */
const REQUESTS = `
class Answer:
    status_code = 200
    text = ""
    def json(self):
        return {"data": {"updatedAt": ${JSON.stringify(VERSION)}}}
sent = []
def call(method):
    def send(url, headers={}, json=None):
        token = headers.get("Authorization", "").removeprefix("Bearer ")
        sent.append({"method": method, "url": url, "token": token, "body": json})
        return Answer()
    return send
get, post, put, patch, delete = (call(name) for name in ("GET", "POST", "PUT", "PATCH", "DELETE"))
`;

const RUN_ALL = `
import contextlib, io, json, sys
import requests
result = {}
for example in json.load(open(sys.argv[1])):
    requests.sent.clear()
    with contextlib.redirect_stdout(io.StringIO()):
        exec(example["python"], {})
    result[example["id"]] = list(requests.sent)
print(json.dumps(result))
`;

const hasPython = spawnSync('python3', ['--version']).status === 0;

// The service needs no Python, and neither does the rest of the tests.
test.runIf(hasPython || process.env['CI'])(
  'the Python of each example sends the request that its curl sends',
  async () => {
    const examples = await readExamples();
    expect(examples.length).toBeGreaterThan(250);
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    write('requests.py', REQUESTS);
    const input = write('examples.json', JSON.stringify(examples));
    const printed = execFileSync('python3', [write('run-all.py', RUN_ALL), input], {
      env: { ...process.env, ...valuesFor(examples) },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const byPython = JSON.parse(printed) as Record<string, SentRequest[]>;
    for (const [id, request] of sentByCurl(examples))
      expect(comparable(byPython[id]!), id).toEqual(comparable([request]));
  },
);
