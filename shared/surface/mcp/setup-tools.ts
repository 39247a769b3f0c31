import { createLabel } from '../../planning/labels/create-label.ts';
import { setup } from './setup.ts';
import { toolsOf } from './tools-of.ts';

/** The tool that sets up teams. */
export const setupTools = toolsOf([[[createLabel, setup]]]);
