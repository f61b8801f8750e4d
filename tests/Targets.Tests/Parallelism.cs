// Tests of servers wait more than they compute: a third thread keeps two cores busy, and the suite is the longest of all.
[assembly: CollectionBehavior(MaxParallelThreads = 3)]
