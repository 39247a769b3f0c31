import * as z from 'zod';
import { OAuthError } from './oauth-error.ts';
import { redirectUriProblem, withPlainHost } from './redirect-uri.ts';

/** A program that asks users for access. All are public clients: none can keep a secret (RFC 6749, section 2.1). */
export interface Client {
  /** Made here at registration, or the https URL of the client's own document. */
  id: string;
  name: string;
  redirectUris: readonly string[];
}

/** The most redirect URIs of a client. */
const MAX_REDIRECT_URIS = 20;

/**
 * What people cannot read: control characters, what turns the direction of writing, and what shows as nothing,
 * such as the Hangul fillers; the empty Braille pattern is the one blank that Unicode calls a symbol.
 */
const unreadable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** Marks without a letter below them, or more than any language puts on one: they cover what stands around. */
const strayMarks = /(?<![\p{L}\p{N}\p{M}])\p{M}+|(?<=\p{M}{3})\p{M}+/gu;

/** The name as it is shown to people: one line. It says whatever its author likes, so it is marked as a claim there. */
function readableName(name: string): string {
  const visible = name.replaceAll(unreadable, ' ').replaceAll(strayMarks, '').replaceAll(/\s+/g, ' ').trim();
  return [...visible].slice(0, 80).join('').trim();
}

/**
 * The parts of client metadata (RFC 7591, section 2) that count here. Others are let be, as the RFC wants it:
 * a client may ask for more than it gets, and is told what it got.
 */
const metadataSchema = z.looseObject({
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECT_URIS),
  client_name: z.string().max(500).optional(),
  response_types: z.array(z.string()).optional(),
  grant_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
});

export type ClientMetadata = z.output<typeof metadataSchema>;

/**
 * Judges metadata, sent in a registration or found in a client's document. Throws `invalid_redirect_uri` or
 * `invalid_client_metadata`.
 */
export function validateClientMetadata(value: unknown): { metadata: ClientMetadata } & Omit<Client, 'id'> {
  const { data: metadata, error } = metadataSchema.safeParse(value);
  if (!metadata) {
    const [issue] = error.issues;
    const field = issue!.path.join('.') || 'The body';
    const code = issue!.path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OAuthError(code, `${field} is missing or not of the form of RFC 7591.`);
  }
  const { client_name: name = '' } = metadata;
  const redirectUris = metadata.redirect_uris.map(withPlainHost);
  for (const uri of redirectUris) {
    const problem = redirectUriProblem(uri);
    if (problem)
      throw new OAuthError('invalid_redirect_uri', `The redirect URI ${toErrorDescription(uri)} ${problem}.`);
  }
  assertSupportedFlow(metadata.response_types, 'code', 'response_types');
  assertSupportedFlow(metadata.grant_types, 'authorization_code', 'grant_types');
  return { metadata, name: readableName(name) || 'A program without a name', redirectUris };
}

/** The start of a text, in the characters that an error_description may have (RFC 6749, section 5.2). */
const toErrorDescription = (text: string): string =>
  text.slice(0, 100).replaceAll(/[^\x20-\x7e]|["\\]/g, '?');

function assertSupportedFlow(asked: string[] | undefined, needed: string, field: string): void {
  if (asked === undefined || asked.includes(needed)) return;
  throw new OAuthError('invalid_client_metadata', `${field} must include ${needed}.`);
}
