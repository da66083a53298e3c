/* doors/doors.h - the doors there are: protocols by which programs play. */
#ifndef REDOUBT_DOORS_DOORS_H
#define REDOUBT_DOORS_DOORS_H

/* Lets entrants come through all of them (arena/entrant.h). */
void doors_use(void);

#endif
