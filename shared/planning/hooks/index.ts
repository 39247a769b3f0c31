import { createHook } from './create-hook.ts';
import { deleteHook } from './delete-hook.ts';
import { getHook } from './get-hook.ts';
import { listHooks } from './list-hooks.ts';
import { rotateHookSecret } from './rotate-hook-secret.ts';
import { updateHook } from './update-hook.ts';

export const hookOperations = [listHooks, createHook, getHook, updateHook, deleteHook, rotateHookSecret];
