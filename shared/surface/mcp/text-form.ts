import type { TextForm } from '../../kernel/api/mcp/tool-result.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';

/** How the URL asks for the text of results: in lines, or with `text=json` as JSON. Throws a 400 for anything else. */
export function textForm(query: URLSearchParams): TextForm {
  const given = query.getAll('text');
  if (given.length === 0) return 'short';
  if (given.every((one) => one === 'json')) return 'json';
  throw invalidRequest([
    { in: 'query', path: 'text', code: 'not_one_of', message: 'must be json or omitted' },
  ]);
}
