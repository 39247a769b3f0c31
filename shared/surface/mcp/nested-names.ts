import type { Arguments, ToolCall } from '../../kernel/api/mcp/tool.ts';
import { isObject } from '../../kernel/api/mcp/result-data.ts';
import { invalidReference } from '../../kernel/core/errors.ts';
import { findNamedIds, type NamingTool } from './named-arguments.ts';
import type { ArgumentProblem } from './resolve-names.ts';

/** Something with ids, and what each of its lists and objects has below it, such as the team of each share. */
interface NestedValue {
  value: Arguments;
  /** Where it is, such as `preview.members.0`. */
  at: string;
}

/**
 * The arguments within an argument, at any depth, with ids in place of names. `at` is where they are. Throws a 400 that
 * says what each other name could mean.
 */
export async function withNestedNames(
  tool: NamingTool,
  call: ToolCall,
  { value, at }: NestedValue,
): Promise<Arguments> {
  const problems: ArgumentProblem[] = [];
  const resolve = async (place: NestedValue): Promise<Arguments> => {
    const found = await findNamedIds(tool, call, [place.value]);
    problems.push(...found.problems.map((one) => ({ ...one, path: pathIn(place.at, one.path) })));
    const members = await Promise.all(
      Object.entries(found.groups[0]!).map(
        async ([name, member]) => [name, await below(member, pathIn(place.at, name), name)] as const,
      ),
    );
    return Object.fromEntries(members);
  };
  const below = async (member: unknown, path: string, name: string): Promise<unknown> => {
    if (Array.isArray(member))
      return await Promise.all(member.map((one, position) => below(one, `${path}.${position}`, name)));
    // The keys of custom fields are of people.
    return isObject(member) && name !== 'customFields' ? await resolve({ value: member, at: path }) : member;
  };
  const resolved = await resolve({ value, at });
  if (problems.length > 0) throw invalidReference(problems);
  return resolved;
}

const pathIn = (at: string, path: string): string => (at === '' ? path : `${at}.${path}`);
