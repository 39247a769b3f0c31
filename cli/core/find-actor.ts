import { uuid } from '../../shared/kernel/core/schema.ts';
import { didYouMean } from '../../shared/kernel/core/nearest.ts';
import type { Api } from './api-access.ts';
import { CommandError } from './command-error.ts';

interface Named {
  id: string;
  name: string;
  email?: string | null;
}

/**
 * The id of a member or service account, by its id, email address or name, as far as the token may know them. Throws a
 * CommandError if there is none, or several of that name.
 */
export async function findActor({ client, path }: Api, text: string): Promise<string> {
  const { data: id } = uuid().safeParse(text);
  if (id !== undefined) return id;
  const lists = ['members', 'service-accounts'].map((noun) =>
    // A token that may not list them can still know ids.
    client.list<Named>(`${path}/${noun}`).catch((): Named[] => []),
  );
  const known = (await Promise.all(lists)).flat();
  const wanted = text.toLowerCase();
  const found = known.filter(
    ({ name, email }) => name.toLowerCase() === wanted || email?.toLowerCase() === wanted,
  );
  if (found.length > 1) {
    throw new CommandError(
      `Several are named ${text}; use an id: ${found.map((one) => one.id).join(' or ')}.`,
    );
  }
  if (found[0]) return found[0].id;
  const names = known.flatMap(({ name, email }) => [name, ...(email ? [email] : [])]);
  throw new CommandError(
    `There is no member or service account ${text} that the token sees; ${didYouMean(text, names)}`,
  );
}
