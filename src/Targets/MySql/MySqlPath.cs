using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.MySql;

/// <summary>Writes by our own client: a connection for each writer.</summary>
/// <param name="server">The server; the target's.</param>
/// <param name="endpoint">How it is written to.</param>
internal sealed class MySqlPath(MySqlServer server, MySqlEndpoint endpoint) : IWritePath
{
    private MySqlTable? _table;

    /// <inheritdoc/>
    public string Client => WriteClient.Wire;

    /// <inheritdoc/>
    public string Version => $"DbIngest {BuildStamp.Of(typeof(MySqlPath)).Number}, MySQL protocol 4.1";

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Settings { get; } = new Dictionary<string, string>
    {
        ["way"] = endpoint.Way,
        ["rows_a_statement"] = endpoint.Way == "load" ? "a batch" : endpoint.Rows is { } rows ? string.Create(CultureInfo.InvariantCulture, $"at most {rows}") : "as many as the server takes",
    };

    /// <inheritdoc/>
    public void Use(TrialTable table) => _table = new MySqlTable(endpoint, table);

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        try
        {
            return new MySqlWriter(server, _table ?? throw new TargetException("The target was neither prepared nor attached."), endpoint, cancellation);
        }
        catch (WireException e)
        {
            throw MySqlErrors.OfTarget($"No writer can be opened ({server.Name})", e);
        }
    }

    /// <summary>Nothing is kept between writers.</summary>
    public void Dispose()
    {
    }
}
