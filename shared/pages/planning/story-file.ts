import { parseParameters } from '../../kernel/api/http/form.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { pageFileUrlOf } from '../../planning/pages/page-files.ts';
import type { PageCode } from '../kit/page.ts';
import type { MemberCall } from './member-call.ts';
import { run } from '../kit/run-operation.ts';

/** Leads to a file of a story, by a link that is valid for some minutes. */
export const page: PageCode<MemberCall> = {
  async show(member) {
    const { parameters, query } = member.call.request;
    const { storyId, attachmentId } = parameters;
    const { disposition } = parseParameters(query);
    const url = await pageFileUrlOf((operation) =>
      run(member, operation, {
        path: { storyId, attachmentId },
        query: disposition === undefined ? {} : { disposition },
      }),
    );
    return redirectResponse(url);
  },
};
