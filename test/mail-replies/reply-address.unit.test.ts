import { describe, expect, test } from 'vitest';
import { parseReplyAddress, replyAddress } from '../../shared/feedback/mail-replies/reply-address.ts';
import { addVersion, derivedKeys, parseKeyring, type Keyring } from '../../shared/kernel/core/keyring.ts';
import { newId } from '../../shared/kernel/core/id.ts';

const sentAt = new Date('2026-11-26T12:00:00.000Z');
const daysLater = (days: number): Date => new Date(sentAt.getTime() + days * 86_400_000);
const reply = { userId: newId(sentAt), itemId: newId(sentAt) };

const servicesAt = (now: Date, keyring: Keyring = parseKeyring('a key of tests'), domain = 'in.example') => ({
  keys: async (purpose: 'mailReplies') => derivedKeys(keyring, purpose, now),
  now: () => now,
  setting: (name: string) => ({ INBOUND_MAIL_DOMAIN: domain })[name],
});

const address = (await replyAddress(reply, servicesAt(sentAt)))!;
const parsedAt = (now: Date, text = address) => parseReplyAddress(text, servicesAt(now));

test('an address names the person and the idea, fits before the @, and survives capital letters', async () => {
  const [local, domain] = address.split('@');
  expect([local!.length, domain]).toEqual([64, 'in.example']);
  expect(await parsedAt(sentAt, address.toUpperCase())).toEqual({ ...reply, hasExpired: false });
});

test('an address with any other digit is unknown', async () => {
  for (let at = 0; at < 64; at++) {
    const changed = `${address.slice(0, at)}${address[at] === '0' ? '1' : '0'}${address.slice(at + 1)}`;
    expect(await parsedAt(sentAt, changed), `digit ${at}`).toBeUndefined();
  }
  for (const other of ['', '@in.example', `x${address}`, 'someone@in.example', `w${address.slice(1)}`])
    expect(await parsedAt(sentAt, other)).toBeUndefined();
});

describe('an address', () => {
  test('is valid for 90 days at least, then known as expired for months, then unknown', async () => {
    expect(await parsedAt(daysLater(90))).toEqual({ ...reply, hasExpired: false });
    expect(await parsedAt(daysLater(121))).toEqual({ ...reply, hasExpired: true });
    expect(await parsedAt(daysLater(330))).toMatchObject({ hasExpired: true });
    expect(await parsedAt(daysLater(400))).toBeUndefined();
  });

  test('is valid after its key was rotated, and is not when the key is gone', async () => {
    const rotated = addVersion(parseKeyring('a key of tests'), 'a newer key', sentAt);
    const later = daysLater(1);
    expect(await parseReplyAddress(address, servicesAt(later, rotated))).toMatchObject(reply);
    const newer = (await replyAddress(reply, servicesAt(later, rotated)))!;
    expect(newer).not.toBe(address);
    const withoutOld = rotated.slice(0, 1);
    expect(await parseReplyAddress(newer, servicesAt(later, withoutOld))).toMatchObject(reply);
    expect(await parseReplyAddress(address, servicesAt(later, withoutOld))).toBeUndefined();
  });
});

test('an environment that receives no mail has none', async () => {
  expect(await replyAddress(reply, servicesAt(sentAt, parseKeyring('a key'), ''))).toBeUndefined();
});
