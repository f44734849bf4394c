/** As the app gives it to plugins, in English. */
export { default as moment } from 'moment';
