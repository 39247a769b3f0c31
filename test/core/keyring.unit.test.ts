import { expect, test } from 'vitest';
import {
  ACTIVATION_MS,
  RETIREMENT_MS,
  activeVersion,
  addVersion,
  agedVersions,
  derivedKeys,
  keyringText,
  parseKeyring,
} from '../../shared/kernel/core/keyring.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

test('a generated text is the first version', () => {
  expect(parseKeyring('a text')).toMatchObject([{ version: 1, secret: 'a text' }]);
  expect(activeVersion(parseKeyring('a text'), now).version).toBe(1);
});

test('a new version verifies at once, and signs when every sandbox has had time to read it', () => {
  const ring = parseKeyring(keyringText(addVersion(parseKeyring('first'), 'second', now)));
  const before = derivedKeys(ring, 'cursor', later(ACTIVATION_MS - 1));
  const after = derivedKeys(ring, 'cursor', later(ACTIVATION_MS));
  expect([before.current.version, after.current.version]).toEqual([1, 2]);
  expect(before.all).toEqual(after.all);
  expect(before.all.map(({ version }) => version)).toEqual([2, 1]);
  expect(before.current).toEqual(derivedKeys(parseKeyring('first'), 'cursor', now).current);
});

test('a version is aged when nothing that it signed can be valid any more, the newest never', () => {
  const ring = addVersion(addVersion(parseKeyring('first'), 'second', now), 'third', later(1_000));
  expect(agedVersions(ring, later(ACTIVATION_MS + RETIREMENT_MS - 1))).toEqual([]);
  const aged = agedVersions(ring, later(ACTIVATION_MS + RETIREMENT_MS));
  expect(aged.map(({ version }) => version)).toEqual([1]);
  expect(agedVersions(ring, later(100 * RETIREMENT_MS)).map(({ version }) => version)).toEqual([2, 1]);
});

test('keys of different purposes and versions are unrelated', () => {
  const ring = addVersion(parseKeyring('first'), 'second', now);
  const keys = (['cursor', 'form', 'webhookSecrets'] as const).flatMap((purpose) =>
    derivedKeys(ring, purpose, now).all.map(({ key }) => key.toString('hex')),
  );
  expect(new Set(keys).size).toBe(6);
});

test('secrets of before the keyring are decrypted with its first version', () => {
  // HKDF-SHA256 of `first` for "webhook signing secrets", as such secrets were encrypted with.
  const { key } = derivedKeys(parseKeyring('first'), 'webhookSecrets', now).current;
  expect(key.toString('hex')).toBe('28f5033a46fa673d1df96710617bb62be93791b2776577aaee220afbe410d884');
});
