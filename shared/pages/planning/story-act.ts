import type { Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { storyPath } from '../../planning/page-paths.ts';
import type { MemberCall } from './member-call.ts';

/** What a form of a story's page does; returns the page to show afterwards. */
export type StoryAct = (member: MemberCall, form: Form) => Promise<WebResponse>;

/** The path parameters of operations on the story. */
export const storyIdsOf = ({ call }: MemberCall): { storyId: string } => ({
  storyId: call.request.parameters['storyId']!,
});

export const storyPathOf = (member: MemberCall): string => storyPath(storyIdsOf(member).storyId);

/** The page of the story after an act, at a place of it, with what was done. */
export const doneOn = (member: MemberCall, done: string, place: string): WebResponse =>
  redirectResponse(`${storyPathOf(member)}?done=${done}#${place}`);
