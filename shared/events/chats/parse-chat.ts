import { hash } from 'node:crypto';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { parsePublicUrl, UrlRefused } from '../../kernel/net/public-url.ts';
import type { ChatDestination, ChatName } from '../destinations/destination.ts';
import { chatKinds } from './chat-kinds.ts';

const FINGERPRINT_CHARACTERS = 12;

/**
 * A chat as an endpoint has it, and its whole address, which is a secret. Throws a 400 for an address that is not one of
 * the chat's incoming webhooks.
 */
export function chatOrThrow(
  { kind, url: given }: { kind: ChatName; url: string },
  pagesUrl: string | undefined,
): { destination: ChatDestination; url: string; secretUrl: string } {
  const { hosts, title, example } = chatKinds[kind];
  const url = parsed(given);
  const isWhole = url.pathname.length > 1;
  if (!hosts.test(url.hostname) || !isWhole)
    throw refused(`must be the address of an incoming webhook of ${title}, such as ${example}`);
  const fingerprint = hash('sha256', url.href).slice(0, FINGERPRINT_CHARACTERS);
  const shown = `${url.origin}/...${fingerprint}`;
  return { destination: { kind, url: shown, pagesUrl: pagesUrl ?? null }, url: shown, secretUrl: url.href };
}

function parsed(text: string): URL {
  try {
    return parsePublicUrl(text);
  } catch (error) {
    if (error instanceof UrlRefused) throw refused(error.message);
    throw error;
  }
}

const refused = (message: string) => invalidRequest([{ path: 'destination.url', message }]);
