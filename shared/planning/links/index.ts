import { createStoryLink } from './create-story-link.ts';
import { deleteStoryLink } from './delete-story-link.ts';
import { getStoryLink } from './get-story-link.ts';
import { listStoryLinks } from './list-story-links.ts';
import { updateStoryLink } from './update-story-link.ts';

export const linkOperations = [
  listStoryLinks,
  createStoryLink,
  getStoryLink,
  updateStoryLink,
  deleteStoryLink,
];
