using System.Globalization;

namespace DbIngest.Bench.Mongo;

/// <summary>
/// Measures the client alone by different options, in turn, for the bench commands <c>sink</c>, <c>shapes</c>, <c>floor</c> and
/// <c>clients</c>. It writes into a sink that keeps nothing, with client and sink on separate cores where there are two, or into
/// a named server.
/// </summary>
internal static class SinkBench
{
    /// <summary>Options of batches: rows per request and requests in flight.</summary>
    public static readonly string[] Paces =
        ["rows=1000&window=2", "rows=100000&window=1", "rows=1000&window=1", "rows=1000&window=4", "rows=500&window=4",
            "rows=200&window=2"];

    /// <summary>
    /// The wire client, the lower bound of any client, and the vendor's driver with serialised documents and with objects.
    /// </summary>
    public static readonly string[] Clients =
    [
        "rows=1000&window=2", Prepared,
        "documents=raw&calls=sync", "documents=raw&calls=async", "documents=typed&calls=sync", "documents=typed&calls=async",
    ];

    /// <summary>The wire client, and the lower bound of any client.</summary>
    public static readonly string[] Floor = ["rows=1000&window=2", Prepared];

    private const string Prepared = "prepared messages, merely sent";

    /// <summary>Options of the form of documents.</summary>
    public static readonly string[] Shapes =
        ["shape=document", "shape=short", "shape=bucket", "id=sequence_objectid", "id=objectid", "shape=timeseries"];

    /// <summary>Runs the alternatives in turn, after a round that does not count.</summary>
    /// <param name="rounds">Rounds that count.</param>
    /// <param name="records">Records a source.</param>
    /// <param name="alternatives">Options of the endpoint.</param>
    public static void Run(int rounds, int records, IReadOnlyList<string> alternatives)
    {
        // A named server replaces the sink. It has no lower bound, since prepared messages need the sink.
        string? server = Environment.GetEnvironmentVariable("DBINGEST_BENCH_ENDPOINT") is { Length: > 0 } named ? named : null;
        alternatives = server is null ? alternatives : [.. alternatives.Where(a => a != Prepared)];
        using var sink = server is null ? new SinkProcess(ports: 1) : null;
        string endpoint = server ?? $"mongodb://127.0.0.1:{sink!.Ports[0]}";
        var figures = Turns.Run(rounds, alternatives.Count, which => alternatives[which] == Prepared
            ? PreparedInsertions.Run(sink!.Ports[0], records) : Write(endpoint, alternatives[which], records));
        Console.WriteLine(
            $"{Trials.Sources} sources x {records} records in batches of {Trials.Batch} into "
            + $"{(sink is null ? endpoint : "a sink")}, {(sink is { IsApart: true } ? "a core each" : "shared cores")}, "
            + $"{rounds} rounds in turn");
        for (int i = 0; i < alternatives.Count; i++)
        {
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{alternatives[i],-40} {Median.Of(figures[i].Select(f => f.RecordsPerS)),11:N0} records/s  client "
                + $"{Median.Of(figures[i].Select(f => f.ClientUsPerRecord)):F3} us "
                + $"({figures[i].Min(f => f.ClientUsPerRecord):F3} to {figures[i].Max(f => f.ClientUsPerRecord):F3})  "
                + $"{Median.Of(figures[i].Select(f => f.BytesPerRecord)):F2} B a record"));
        }
    }

    private static TrialFigures Write(string endpoint, string options, int records)
    {
        using var target = Trials.Open($"{endpoint}/?{options}");
        return Trials.Ingest.Run(target, records);
    }
}
