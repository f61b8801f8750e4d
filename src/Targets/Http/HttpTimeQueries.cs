using DbIngest.Abstractions.Operations;
using DbIngest.Targets.Queries;

namespace DbIngest.Targets.Http;

/// <summary>
/// Answers questions about time ranges over one HTTP connection, which reopens on the next use after a failure. The targets of
/// ClickHouse, InfluxDB and QuestDB open it, and the probe of <c>--queries</c> (<c>TimeQueryProbe</c>) asks beside the lanes. One
/// thread uses it. A cancellation closes the connection from another thread.
/// </summary>
internal sealed class HttpTimeQueries : TimeQueries
{
    private readonly HttpSession _session;
    private readonly Func<HttpSession, TimeQuery, IEnumerable<TimeQueryRow>> _ask;
    private readonly CancellationTokenRegistration _cut;

    /// <summary>Connects.</summary>
    /// <param name="session">The connection, which this object disposes unless the constructor throws.</param>
    /// <param name="ask">Asks a question on the connection and returns the rows of the answer.</param>
    /// <param name="cancellation">Closes the connection for good: the question under way and all later ones fail.</param>
    /// <exception cref="Wire.WireException">The server cannot be reached.</exception>
    public HttpTimeQueries(HttpSession session, Func<HttpSession, TimeQuery, IEnumerable<TimeQueryRow>> ask,
        CancellationToken cancellation)
    {
        (_session, _ask) = (session, ask);
        session.Connection();
        _cut = cancellation.Register(session.Cut);
    }

    /// <summary>True if an answer may lack records that were acknowledged before the question.</summary>
    public bool Lags { private get; init; }

    /// <inheritdoc/>
    public override bool MayLag => Lags;

    /// <inheritdoc/>
    public override void Dispose()
    {
        _cut.Dispose();
        _session.Dispose();
    }

    /// <inheritdoc/>
    protected override void Answer(in TimeQuery query, List<TimeQueryRow> rows) => rows.AddRange(_ask(_session, query));

    /// <inheritdoc/>
    protected override void Forget() => _session.Close();
}
