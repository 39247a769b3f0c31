import { addMember } from './add-member.ts';
import { getMember } from './get-member.ts';
import { leaveWorkspace } from './leave-workspace.ts';
import { listMembers } from './list-members.ts';
import { removeMember } from './remove-member.ts';
import { updateMember } from './update-member.ts';

export const memberOperations = [
  listMembers,
  addMember,
  getMember,
  updateMember,
  removeMember,
  leaveWorkspace,
];
