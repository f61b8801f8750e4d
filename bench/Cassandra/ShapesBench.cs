using DbIngest.Abstractions.Targets;
using DbIngest.Bench.Cassandra.Runs;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Bench.Cassandra;

/// <summary>
/// Compares the shapes of requests (batch size, requests in flight, compression), for the bench command <c>shapes</c>: in turn on
/// one node, the same rows into the same table.
/// </summary>
internal static class ShapesBench
{
    private static readonly (string Name, string Options, int Batch)[] Shapes =
    [
        ("batches of 200, 1 in flight, v5", "rows=200&window=1&protocol=5", 200),
        ("batches of 200, 1 in flight, v4", "rows=200&window=1&protocol=4", 200),
        ("batches of 200, 2 in flight (1000 a write), v5", "rows=200&window=2&protocol=5", 1000),
        ("batches of 200, 2 in flight (1000 a write), v4", "rows=200&window=2&protocol=4", 1000),
        ("batches of 200, 5 in flight (1000 a write), v5", "rows=200&window=5&protocol=5", 1000),
        ("batches of 28 (under the 5 KB warning), 8 in flight", "rows=28&window=8&protocol=5", 1000),
        ("batches of 100, 2 in flight", "rows=100&window=2&protocol=5", 1000),
        ("batches of 500, 2 in flight", "rows=500&window=2&protocol=5", 1000),
        ("batches of 1000, 1 in flight", "rows=1000&window=1&protocol=5", 1000),
        ("single EXECUTE, 512 in flight a source", "shape=single&window=512&protocol=5", 2000),
        ("single EXECUTE, 128 in flight a source", "shape=single&window=128&protocol=5", 2000),
        ("single EXECUTE, 16 in flight a source", "shape=single&window=16&protocol=5", 2000),
        ("wire LZ4: batches of 200, 2 in flight", "rows=200&window=2&compression=lz4", 1000),
        ("files uncompressed: batches of 200, 2 in flight", "rows=200&window=2&table_compression=none", 1000),
        ("files deflate: batches of 200, 2 in flight", "rows=200&window=2&table_compression=deflate", 1000),
    ];

    public static void Run(int rounds, int records, string only)
    {
        using var keeper = Trials.Keeper();
        string place = keeper.AttachEndpoint.Split('?')[0];
        var shapes = Shapes.Where(s => s.Name.Contains(only, StringComparison.Ordinal)).ToArray();

        // The server's compiler needs some hundred thousand rows of each kind before figures mean anything.
        var figures = Turns.Run(
            rounds,
            shapes.Length,
            i =>
            {
                using ITarget target = new CassandraDefinition().Open(Trials.Options($"{place}?{shapes[i].Options}"));
                return Trials.Run(target, records, shapes[i].Batch);
            },
            warmUps: 2);
        FigureTable.Write([.. shapes.Select(s => s.Name)], figures,
            $"medians of {rounds} rounds in turn, {Trials.Sources} sources x {records} records; ratio to the first, round by "
            + $"round");
    }
}
