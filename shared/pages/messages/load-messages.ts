import type { Language } from '../../kernel/core/languages.ts';
import type { PageMessages } from './page-messages.ts';

/** The files of each language; each exports one object with its texts. */
const messageFiles = [
  'account',
  'applications',
  'credentials',
  'errors',
  'ideas',
  'manage',
  'names',
  'portal',
  'posts',
  'problems',
  'scopes',
  'settings',
  'sign-in',
  'team',
] as const;

type MessageFile = Record<string, Partial<PageMessages>>;

/** The texts of a language. Bundles have each file in a chunk of its own, since the import names all of them. */
export async function loadMessages(language: Language): Promise<PageMessages> {
  const load = (name: string) => import(`./${language}/${name}.ts`) as Promise<MessageFile>;
  const files = await Promise.all(messageFiles.map(load));
  const texts = files.flatMap((file) => Object.values(file).flatMap((part) => Object.entries(part)));
  return Object.fromEntries(texts) as unknown as PageMessages;
}
