import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { acceptFromMember, showToMember, type MemberForm, type MemberPage } from './member-call.ts';

/**
 * What the routes of planning lead to, by their ids. It is loaded with the first request, and each page with its own: the
 * function of these routes serves much else.
 */
const pages: Readonly<Record<string, () => Promise<MemberPage>>> = {
  showStory: async () => (await import('./story-page.ts')).storyPage,
  showStoryDeletion: async () => (await import('./story-deletion.ts')).deletionPage,
  showDeletedStory: async () => (await import('./story-deletion.ts')).deletedPage,
  showStoryComment: async () => (await import('./own-comment-page.ts')).ownCommentPage,
  openStoryFile: async () => (await import('./story-file.ts')).storyFile,
  showBoard: async () => (await import('./board-page.ts')).boardPage,
  keepBoardChoices: async () => (await import('./kept-choices.ts')).keepBoardChoices,
  showSprints: async () => (await import('./sprints-page.ts')).sprintsPage,
  showSprint: async () => (await import('./sprint-page.ts')).sprintPage,
  showObjectives: async () => (await import('./objectives-page.ts')).objectivesPage,
  showObjective: async () => (await import('./objective-page.ts')).objectivePage,
};

const forms: Readonly<Record<string, () => Promise<MemberForm>>> = {
  actOnStory: async () => (await import('./story-forms.ts')).actOnStory,
  addStoryFile: async () => (await import('./add-story-file.ts')).addStoryFile,
  restoreStoryOfTeam: async () => (await import('./story-deletion.ts')).restoreOnPage,
  editStoryComment: async () => (await import('./own-comment-forms.ts')).editComment,
  deleteStoryComment: async () => (await import('./own-comment-forms.ts')).removeComment,
  createSprintOfTeam: async () => (await import('./sprint-forms.ts')).createTeamSprint,
  saveSprint: async () => (await import('./sprint-forms.ts')).saveSprint,
  removeSprint: async () => (await import('./sprint-forms.ts')).removeSprint,
  planStories: async () => (await import('./sprint-forms.ts')).planStories,
  createObjectiveOfTeam: async () => (await import('./objective-forms.ts')).createTeamObjective,
  saveObjective: async () => (await import('./objective-forms.ts')).saveObjective,
  addKeyResult: async () => (await import('./objective-forms.ts')).addKeyResult,
  checkKeyResult: async () => (await import('./objective-forms.ts')).checkKeyResult,
  saveKeyResult: async () => (await import('./objective-forms.ts')).saveKeyResult,
  removeKeyResult: async () => (await import('./objective-forms.ts')).removeKeyResult,
  removeObjective: async () => (await import('./objective-forms.ts')).removeObjective,
  addObjectiveStory: async () => (await import('./objective-forms.ts')).addObjectiveStory,
  addExistingStory: async () => (await import('./objective-forms.ts')).addExistingStory,
  createOnBoard: async () => (await import('./board-forms.ts')).createOnBoard,
  changeOnBoard: async () => (await import('./board-forms.ts')).changeOnBoard,
};

/** Answers the request for a page, which counts as so many requests. */
export const answerPage = async (id: string, call: WebCall, requests: number): Promise<WebResponse> =>
  await showToMember(call, await pages[id]!(), requests);

export const answerForm = async (id: string, call: WebCall): Promise<WebResponse> =>
  await acceptFromMember(call, await forms[id]!());
