import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import type { Browser, Shown } from '../support/browser.ts';
import type { Feedback } from '../support/feedback.ts';
import type { Person } from '../support/workspace.ts';

/** The company's own site, which portals list. */
export const SITE = 'https://www.acme.example';

/** A new secret of a portal. */
export async function rotateSecret({ client }: Person, feedback: Feedback, on: Portal): Promise<string> {
  const { status, json, text } = await client.post(`${feedback.pathOf(on)}/customer-secret/rotate`);
  expect(status, text).toBe(200);
  return json['customerSecret'] as string;
}

/** The time in seconds since 1970. */
export const seconds = (): number => Math.floor(Date.now() / 1000);

/** What a company's server says of a new customer; those of value undefined are left out. */
export const customerClaims = ({ id: aud }: Portal, changes: object = {}) => ({
  aud,
  sub: randomUUID(),
  jti: randomUUID(),
  iat: seconds(),
  exp: seconds() + 60,
  email: `${randomUUID()}@customers.example`,
  name: 'Mia',
  ...changes,
});

/** Signs claims as a company's server does. */
export const signClaims = (claims: object, secret: string, alg = 'HS256'): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));

/** Sends the form of a site, with a token. */
export const sendCustomer = (
  browser: Browser,
  { slug }: Portal,
  fields: Record<string, string>,
  origin = SITE,
): Promise<Shown> => browser.request('POST', `/portals/${slug}/feedback/customer`, fields, { origin });
