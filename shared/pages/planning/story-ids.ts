import type { MemberCall } from './member-call.ts';

/** The path parameters of operations on the story of a page. */
export const storyIdsOf = ({ call }: Pick<MemberCall, 'call'>): { storyId: string } => ({
  storyId: call.request.parameters['storyId']!,
});
