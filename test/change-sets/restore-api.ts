import { commentKind } from '../../shared/planning/comments/comment-store.ts';
import { relationKind } from '../../shared/planning/relations/relation-store.ts';
import { storyKind } from '../../shared/planning/story/story-store.ts';
import { relationApi } from '../relations/relation-api.ts';
import { dataOf, newStoryWorkspace } from '../stories/story-api.ts';
import type { Client } from '../support/client.ts';
import { untilInBin } from './until-in-bin.ts';

interface Comment {
  id: string;
  content: string;
  updatedAt: string;
  replies: Comment[];
}

/** A workspace, and how its member deletes and restores stories, comments and relations. */
export async function newRestoreWorkspace() {
  const made = await newStoryWorkspace();
  const { workspace, team, member, api } = made;
  const at = ({ id }: { id: string }) => `${workspace.path}/stories/${id}`;
  const commentsOf = (story: { id: string }) => `${at(story)}/comments`;
  return {
    ...made,
    relations: relationApi(workspace, member.client),
    /** Deletes a story, and waits until it can be restored. */
    remove: async (story: { id: string }) => {
      dataOf(await api.delete(story.id), 200);
      await untilInBin(workspace, story.id, storyKind, story.id);
    },
    removeRelation: async (story: { id: string }, { id }: { id: string }) => {
      dataOf(await member.client.delete(`${at(story)}/relations/${id}`), 200);
      await untilInBin(workspace, story.id, relationKind, id);
    },
    newStory: (fields: object = {}) => api.create({ teamId: team.id, ...fields }),
    restore: (story: { id: string }, client: Client = member.client, headers: Record<string, string> = {}) =>
      client.post(`${at(story)}/restore`, undefined, headers),
    restoreRelation: (story: { id: string }, { id }: { id: string }, client: Client = member.client) =>
      client.post(`${at(story)}/relations/${id}/restore`),
    comments: {
      create: async (story: { id: string }, body: object): Promise<Comment> =>
        dataOf(await member.client.post(commentsOf(story), body), 201),
      list: async (story: { id: string }): Promise<Comment[]> =>
        dataOf(await member.client.get(commentsOf(story), { limit: 100 }), 200),
      remove: async (story: { id: string }, { id }: { id: string }) => {
        dataOf(await member.client.delete(`${commentsOf(story)}/${id}`), 200);
        await untilInBin(workspace, story.id, commentKind, id);
      },
      restore: (story: { id: string }, { id }: { id: string }, client: Client = member.client) =>
        client.post(`${commentsOf(story)}/${id}/restore`),
    },
  };
}

/** Something without its version. */
export const unversioned = <T extends { updatedAt: string }>({ updatedAt: _, ...fields }: T) => fields;

/** A comment and its replies without their versions. */
export const contentsOf = ({ updatedAt: _, replies, ...fields }: Comment): object => ({
  ...fields,
  replies: replies.map(contentsOf),
});
