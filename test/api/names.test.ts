import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expectBadFields } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
});

/** What is named, each by its own operation. */
const nouns: Record<string, (name: string) => object> = {
  members: (name) => ({ name, email: `${randomUUID()}@example.com` }),
  teams: (name) => ({ name, code: `N${randomUUID().slice(0, 6).toUpperCase()}` }),
  labels: (name) => ({ name }),
  tokens: (name) => ({ name, scopes: ['stories:read'] }),
};

const create = (noun: string, name: string) =>
  admin.client.post(`${workspace.path}/${noun}`, nouns[noun]!(name));

const nothingToSee = 'must contain a visible character';
const turnsDirection = 'must not contain characters that change the text direction';
const control = 'must not contain control characters or line breaks';

test.each<[string, string]>([
  ['\u200b', nothingToSee],
  ['\u3164\u115f', nothingToSee],
  ['\u2800', nothingToSee],
  ['\u00ad\ufe0f', nothingToSee],
  ['\u{e0041}', nothingToSee],
  ['nimdA\u202e', turnsDirection],
  ['Ada \u202dAdmin', turnsDirection],
  ['\u2066Ada\u2069', turnsDirection],
  ['Ada\u200f', turnsDirection],
  ['\u061cAda', turnsDirection],
  ['Ada\u0085', control],
  ['Ada\u2028Admin', control],
])('a name cannot be %j', async (name, message) => {
  for (const noun of Object.keys(nouns)) {
    const answer = await create(noun, name);
    expectBadFields(answer, ['name']);
    expect(answer.json.error.fields[0].message).toBe(message);
  }
});

test.each(['אדה', 'آدا', 'می\u200cخواهم', 'Ada 👩\u200d🚀', 'e\u0301'])('a name can be %j', async (name) => {
  for (const noun of Object.keys(nouns)) {
    const { status, json, text } = await create(noun, name);
    expect(status, text).toBe(201);
    expect(json.data.name).toBe(name.normalize('NFC'));
  }
});
