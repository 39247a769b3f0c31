import type { Command } from 'commander';
import { createHash } from 'node:crypto';
import { scanPage } from '../../shared/kernel/db/scan.ts';
import type { Database, Item, Key } from '../../shared/kernel/core/database.ts';
import { closingHelp } from '../core/closing-help.ts';
import { tableCommand, withSession, type CommonOptions } from '../core/session.ts';

const help = `
Counts the items of each kind, and adds up the hashes of their contents: two tables with the same lines have the same
items. Compare a restored table with what was there before, or with the line of its backup. Reads the whole table.`;

/** The digest of the items of a kind. */
interface KindDigest {
  /** The beginning of their keys, such as S for stories. */
  kind: string;
  items: number;
  /** The sum of their SHA-256, independent of the order in which they are read. */
  hash: string;
}

/** `plotline digest`. */
export function digestCommand(program: Command): void {
  tableCommand(program, 'digest', 'count and hash the items of a table, to compare it with a restored one')
    .addHelpText('after', closingHelp(help))
    .action((options: CommonOptions) =>
      withSession(options, async ({ database, output }) => {
        output.list(
          await digestTable(database),
          { kind: ({ kind }) => kind, items: ({ items }) => items, hash: ({ hash }) => hash.slice(0, 16) },
          'The table is empty.',
        );
      }),
    );
}

/** Digests of all kinds of items, by kind. Memory is bounded by a page. */
export async function digestTable(database: Database): Promise<KindDigest[]> {
  const sums = new Map<string, { items: number; sum: bigint }>();
  let from: Key | undefined;
  do {
    const page = await scanPage(database, from);
    for (const item of page.items) {
      const kind = item.pk.split('#')[0]!;
      const { items, sum } = sums.get(kind) ?? { items: 0, sum: 0n };
      sums.set(kind, { items: items + 1, sum: BigInt.asUintN(256, sum + hashOf(item)) });
    }
    from = page.next;
  } while (from);
  return [...sums]
    .map(([kind, { items, sum }]) => ({ kind, items, hash: sum.toString(16).padStart(64, '0') }))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

const hashOf = (item: Item): bigint =>
  BigInt(
    `0x${createHash('sha256')
      .update(JSON.stringify(canonical(item)))
      .digest('hex')}`,
  );

/** The same value for the same content: attributes and the members of sets in order. */
function canonical(value: unknown): unknown {
  if (value instanceof Set) return [...(value as Set<string | number>)].map(String).sort();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, canonical(member)]);
}
