import { claimStory } from './claim-story.ts';
import { releaseStoryClaim } from './release-story-claim.ts';
import { renewStoryClaim } from './renew-story-claim.ts';

export const claimOperations = [claimStory, renewStoryClaim, releaseStoryClaim];
