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
  const nouns = ['members', 'service-accounts'];
  const lists = await Promise.allSettled(nouns.map((noun) => client.list<NamedActor>(`${path}/${noun}`)));
  // A token that may list only one of them still finds those.
  const found = lists.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : []));
  const [first] = lists;
  if (found.length === 0 && first?.status === 'rejected') throw first.reason;
  return actorNamed(found.flat(), text).id;
}
