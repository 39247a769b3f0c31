import type { Comment } from '../../planning/comments/comment.ts';
import type { MemberCall } from './member-call.ts';

/** Whether a member may change a comment: its author may, and admins. */
export const mayChange = ({ member }: Pick<MemberCall, 'member'>, { authorId }: Pick<Comment, 'authorId'>) =>
  authorId === member.memberId || member.role === 'admin';
