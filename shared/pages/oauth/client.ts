import * as z from 'zod';
import { OAuthError } from './oauth-error.ts';
import { redirectUriProblem, withPlainHost } from './redirect-uri.ts';
import { scopeOf, scopesIn } from '../../kernel/auth/audience.ts';
import { memoize } from '../../kernel/core/schema.ts';

/**
 * A program that requests access. All clients are public: none authenticates with a secret (RFC 6749, section
 * 2.1).
 */
export interface Client {
  /** Assigned at registration, or the https URL of the client's metadata document. */
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** The scopes that it has registered for over MCP, if it limits itself; it gets no wider ones. */
  scope?: string | undefined;
}

/** Maximum length of what an error repeats of a redirect URI. */
const SHOWN_MAX_CHARACTERS = 100;

/** Maximum number of redirect URIs per client. */
const REDIRECT_URIS_MAX = 20;

/**
 * Invisible or misleading characters: control characters, bidirectional overrides, and characters that render
 * as nothing, such as Hangul fillers. The empty Braille pattern is the one blank that Unicode classifies as a
 * symbol.
 */
const unreadable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** Combining marks without a base letter, or more than any language uses: they cover the surrounding text. */
const strayMarks = /(?<![\p{L}\p{N}\p{M}])\p{M}+|(?<=\p{M}{3})\p{M}+/gu;

/** The client's name for display, on one line. It is unverified, so pages mark it as a claim. */
function readableName(name: string): string {
  const visible = name.replaceAll(unreadable, ' ').replaceAll(strayMarks, '').replaceAll(/\s+/g, ' ').trim();
  return [...visible].slice(0, 80).join('').trim();
}

/**
 * The supported client metadata (RFC 7591, section 2). Other fields are ignored, as the RFC requires: the
 * response shows a client what it was registered with.
 */
const metadataSchema = memoize(() =>
  z.looseObject({
    redirect_uris: z.array(z.string()).min(1).max(REDIRECT_URIS_MAX),
    client_name: z.string().max(500).optional(),
    scope: z.string().max(1_000).optional(),
    response_types: z.array(z.string()).optional(),
    grant_types: z.array(z.string()).optional(),
    token_endpoint_auth_method: z.string().optional(),
  }),
);

type ClientMetadata = z.output<ReturnType<typeof metadataSchema>>;

/**
 * Validates client metadata from a registration or a document. Throws `invalid_redirect_uri` or
 * `invalid_client_metadata`.
 */
export function validateClientMetadata(value: unknown): { metadata: ClientMetadata } & Omit<Client, 'id'> {
  const { data: metadata, error } = metadataSchema().safeParse(withoutNulls(value));
  if (!metadata) throw refusalOf(error.issues[0]!);
  const { client_name: name = '' } = metadata;
  const sent = metadata.redirect_uris.map(withPlainHost);
  const redirectUris = sent.filter((uri) => redirectUriProblem(uri) === undefined);
  // A client with several for several platforms can use those that are safe; the response names them.
  if (redirectUris.length === 0) {
    const [uri = ''] = sent;
    const problem = `${redirectUriProblem(uri)}.`;
    const description = `The redirect URI ${uri.slice(0, SHOWN_MAX_CHARACTERS)} ${problem}`;
    throw new OAuthError('invalid_redirect_uri', description, { reason: `The redirect URI ${problem}` });
  }
  assertSupportedFlow(metadata.response_types, 'code', 'response_types');
  assertSupportedFlow(metadata.grant_types, 'authorization_code', 'grant_types');
  const scope = knownScopes(metadata.scope);
  return { metadata, name: readableName(name) || 'An unnamed application', redirectUris, ...scope };
}

/** Clients send null for what they leave out. */
const withoutNulls = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))
    : value;

function refusalOf(issue: z.core.$ZodIssue): OAuthError {
  const field = issue.path.join('.') || 'The body';
  const code = issue.path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
  const unit = issue.code === 'too_big' && issue.origin === 'array' ? 'entries' : 'characters';
  const text =
    issue.code === 'too_big'
      ? `${field} has more than ${issue.maximum} ${unit}.`
      : `${field} is missing or malformed (RFC 7591).`;
  return new OAuthError(code, text);
}

/** The scopes that a registration limits the client to over MCP; one that names the widest limits nothing. */
function knownScopes(named: string | undefined): Pick<Client, 'scope'> {
  const known = scopesIn(named, 'mcp');
  return known.length === 0 || known.includes(scopeOf.mcp) ? {} : { scope: known.join(' ') };
}

function assertSupportedFlow(asked: string[] | undefined, needed: string, field: string): void {
  if (asked === undefined || asked.includes(needed)) return;
  throw new OAuthError('invalid_client_metadata', `${field} must include ${needed}.`);
}
