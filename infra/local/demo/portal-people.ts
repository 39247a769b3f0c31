import { newId } from '../../../shared/kernel/core/id.ts';
import type { Change, Database } from '../../../shared/kernel/core/database.ts';
import { commit } from '../../../shared/kernel/db/write.ts';
import { putVisitorId, putVisitorLink } from '../../../shared/kernel/auth/visitor-store.ts';
import { putMailMode } from '../../../shared/identity/mail/preference-store.ts';
import { putUser, setUserName } from '../../../shared/identity/members/user-store.ts';

/** A visitor of the demo's portal, by the ids of their account and of what they write. */
export interface DemoPerson {
  userId: string;
  visitorId: string;
}

const givenNames =
  'Amara Anton Beatriz Chen Clara Dmitri Elif Farid Grace Hana Hugo Ines Jakub Kofi Lena Linh Marta Nadia Oskar Priya Rafael Samir Tove Zoe'.split(
    ' ',
  );
const initials = 'ABDFGKMRS';

/** More people than vote for an idea of the demo. */
const voterNames = [...initials].flatMap((initial) => givenNames.map((given) => `${given} ${initial}.`));

interface DemoPortal {
  workspaceId: string;
  portalId: string;
}

/**
 * Creates the people who write on the demo's portal, by their names, and others who only vote. Those get no mail: a status
 * that someone tries out would otherwise fill the inbox.
 */
export async function makePeople(
  database: Database,
  place: DemoPortal,
  authors: readonly string[],
): Promise<{ byName: ReadonlyMap<string, DemoPerson>; voters: readonly DemoPerson[] }> {
  const byName = new Map(authors.map((name) => [name, newPerson()]));
  const voters = voterNames.map((name) => [name, newPerson()] as const);
  const people = [...byName, ...voters];
  await inBatches(database, people, 20, ([, person], number) => accountOf(person, place, number));
  await inBatches(database, people, 100, ([name, { userId }]) => [setUserName(userId, name)]);
  const mail = (person: DemoPerson) => ({ userId: person.userId, portalId: place.portalId });
  await inBatches(database, voters, 100, ([, person]) => [putMailMode(mail(person), 'off', new Date())]);
  return { byName, voters: voters.map(([, person]) => person) };
}

const newPerson = (): DemoPerson => ({ userId: newId(new Date()), visitorId: newId(new Date()) });

const fail = () => new Error('The people of the demo portal could not be created.');

const accountOf = (
  { userId, visitorId }: DemoPerson,
  { workspaceId, portalId }: DemoPortal,
  number: number,
): Change[] => [
  ...putUser({ id: userId, email: `visitor-${number + 1}.${portalId.slice(-6)}@example.com` }, fail),
  putVisitorId(userId, { workspaceId, visitorId, portalId }, fail),
  putVisitorLink(visitorId, { workspaceId, userId }),
];

/** Commits the changes of some entries at once, as many as a transaction takes. */
async function inBatches<T>(
  database: Database,
  all: readonly T[],
  size: number,
  changesOf: (one: T, position: number) => Change[],
): Promise<void> {
  for (let start = 0; start < all.length; start += size) {
    const some = all.slice(start, start + size);
    await commit(
      database,
      some.flatMap((one, position) => changesOf(one, start + position)),
    );
  }
}
