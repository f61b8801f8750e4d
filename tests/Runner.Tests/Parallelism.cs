// Tests of commands wait for other processes more than they compute: a third thread keeps two cores busy.
[assembly: CollectionBehavior(MaxParallelThreads = 3)]
