import { uuid } from '../../shared/kernel/core/schema.ts';
import type { Api } from './api-access.ts';
import { actorNamed, type NamedActor } from './find.ts';

/**
 * The id of a member or service account, by its id, email address or name, as far as the token may know them. Throws a
 * CommandError if there is none, or several of that name.
 */
export async function findActor({ client, path }: Api, text: string): Promise<string> {
  const { data: id } = uuid().safeParse(text);
  if (id !== undefined) return id;
  const lists = ['members', 'service-accounts'].map((noun) =>
    // A token that may not list them can still know ids.
    client.list<NamedActor>(`${path}/${noun}`).catch((): NamedActor[] => []),
  );
  return actorNamed((await Promise.all(lists)).flat(), text).id;
}
