import { parseParameters } from '../../kernel/api/http/form.ts';
import type { WebRequest } from '../../kernel/api/operation/web-route.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { boardPath } from '../../planning/paths/page-paths.ts';
import { boardCookie, cookieNames } from '../session/cookies.ts';
import { areKnown, boardWith, choicesOf, type BoardChoices } from './board-choices.ts';
import type { PageCode } from '../kit/page.ts';
import type { MemberCall } from './member-call.ts';

/** What a board is shown with at the next visit; a sprint and a search are of the moment. */
const keptOf = ({ mine, assignee, label, sort }: BoardChoices): Record<string, string> => ({
  ...(mine !== undefined && { mine: 'yes' }),
  ...(assignee !== undefined && { assignee }),
  ...(label !== undefined && { label }),
  ...(sort !== undefined && { sort }),
});

/** Keeps what was chosen on a board in the browser, and leads back to it. Nothing chosen removes what was kept. */
export const page: PageCode<MemberCall> = {
  show({ call: { request }, teamId }) {
    const query = parseParameters(request.query);
    const choices = choicesOf(query);
    if (!areKnown(choices)) throw notFound('page');
    const kept = new URLSearchParams(keptOf(choices)).toString();
    return Promise.resolve({
      ...redirectResponse(boardWith(teamId, { ...choices, status: query['status'] })),
      cookies: [boardCookie(boardPath(teamId), kept)],
    });
  },
};

/** What the browser has kept of a board. */
export function keptChoicesIn({ cookies }: Pick<WebRequest, 'cookies'>): BoardChoices {
  const choices = choicesOf(Object.fromEntries(new URLSearchParams(cookies[cookieNames.board])));
  return areKnown(choices) ? keptOf(choices) : {};
}
