/** The entry file of the rendering thread. */
import { serveTasks } from '../platform/threads/serve-tasks.ts';
import { drawInRoom } from './drawing-room.thread.ts';

const drawingTasks = { drawInRoom };
export type DrawingTasks = typeof drawingTasks;

serveTasks(drawingTasks);
