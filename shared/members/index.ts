import { addMember } from './add-member.ts';
import { listMembers } from './list-members.ts';

export const memberOperations = [listMembers, addMember];
