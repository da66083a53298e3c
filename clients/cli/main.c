#include <stdio.h>

int main(void)
{
    puts("redoubt");
    return 0;
}
