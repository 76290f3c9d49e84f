/** The entry file of the worker thread that renders pages. */
import { serveTasks } from '../platform/threads/serve-tasks.ts';
import { renderInContext } from './render-context.thread.ts';

const drawingTasks = { drawInRoom: renderInContext };
export type DrawingTasks = typeof drawingTasks;

serveTasks(drawingTasks);
