import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { WebCall } from '../../shared/kernel/api/operation/web-route.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { getUser, putUser } from '../../shared/identity/members/user-store.ts';
import { cookieNames } from '../../shared/pages/session/cookies.ts';
import { beginFramedSession } from '../../shared/pages/session/session.ts';
import { rememberLanguage } from '../../shared/pages/session/remember-language.ts';
import { databaseOf, sharedService } from '../support/service.ts';

/** The language of a person's mails follows what they choose, and what their browser asks for only until then. */
const database = databaseOf(sharedService());
let id: string;
beforeEach(async () => {
  id = newId(new Date());
  await commit(database, putUser({ id, email: `${id}@example.com` }, writeConflict));
});

const languageKnown = async () => (await getUser(createReader(database), id))!.language;

async function visit(accepted: string, chosen?: string, over = database) {
  const cookies = chosen === undefined ? {} : { [cookieNames.language]: chosen };
  const call = {
    request: { cookies, headers: { 'accept-language': accepted } },
    services: { database: over },
  };
  await rememberLanguage((await getUser(createReader(database), id))!, call as unknown as WebCall);
}

test('the language that a browser asks for is remembered while none is known, and one that is chosen always', async () => {
  await visit('tlh');
  expect(await languageKnown()).toBeUndefined();
  await visit('de-AT');
  await visit('en');
  expect(await languageKnown()).toBe('de');
  await visit('en', 'fr');
  expect(await languageKnown()).toBe('fr');
  await visit('de', 'tlh');
  expect(await languageKnown()).toBe('fr');
});

test('the language of who signs in within a frame is remembered, too', async () => {
  const call = {
    request: { cookies: {}, headers: { 'accept-language': 'de-DE', 'sec-fetch-dest': 'iframe' } },
    services: { database, randomBytes },
    read: createReader(database),
    now: new Date(),
    note: () => undefined,
  };
  await beginFramedSession(id, newId(new Date()), call as unknown as WebCall);
  expect(await languageKnown()).toBe('de');
});

test('what a person does succeeds although their language cannot be stored', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const client = { call: () => Promise.reject(new Error('Throttled')) } as unknown as typeof database.client;
  await visit('de', undefined, { ...database, client });
  expect(await languageKnown()).toBeUndefined();
  expect(warned).toHaveBeenCalledWith(expect.objectContaining({ message: 'language not remembered' }));
  warned.mockRestore();
});
