using System.Data.Common;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ado;

/// <summary>
/// A provider, its connection string and how it is written to: <c>CONNECTION STRING?provider=...&amp;dialect=...</c>, or all of
/// it in the form of a connection string that begins with <c>provider=</c>.
/// </summary>
internal sealed class AdoEndpoint
{
    private static readonly string[] PasswordWords = ["password", "pwd"];

    private readonly EndpointValues _values;
    private readonly DbConnectionStringBuilder _connection;

    private AdoEndpoint(EndpointValues values)
    {
        _values = values;
        try
        {
            _connection = new DbConnectionStringBuilder { ConnectionString = values.Place };
        }
        catch (ArgumentException e)
        {
            // Its own words name a place in the text, and repeat nothing of it.
            throw new ArgumentException(
                "--endpoint: what stands before the options is no connection string: KEY=VALUE;KEY=VALUE.", e);
        }

        if (PasswordWords.Append(_values.Text("password_key")!).Any(_connection.ContainsKey))
        {
            throw new ArgumentException(
                "--endpoint: a password does not belong here: put it into DBINGEST_ADO_PASSWORD, or a file named by "
                + "--password-file.");
        }

        Provider = values.Text("provider")
            ?? throw new ArgumentException(
                "--endpoint: no provider is named: --endpoint \"CONNECTION STRING?provider=FILE&dialect=NAME\".");
    }

    public string Provider { get; }

    public string Dialect => _values.Text("dialect")!;

    /// <summary><c>rows</c>, <c>batch</c>, <c>array</c> or <c>bulkcopy</c>.</summary>
    public string Way => _values.Text("way")!;

    public int Rows => _values.Number("rows")!.Value;

    public bool HasKey => _values.Text("index") == "key";

    public string Table => _values.Text("table")!;

    public string? Placement => _values.Text("placement");

    /// <summary>The text that is read back as the same; without the password.</summary>
    public string Text => _values.At(_values.Place, withPrivateServer: true);

    /// <summary>True if an endpoint has the form of one connection string, ours and the provider's words together.</summary>
    public static bool IsOneString(string endpoint) => endpoint.TrimStart()
        .StartsWith("provider=", StringComparison.OrdinalIgnoreCase);

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The text.</param>
    /// <exception cref="ArgumentException">It is not of the form; nothing secret is repeated.</exception>
    public static AdoEndpoint Parse(string? text) =>
        new(text is not null && IsOneString(text) ? Split(text) : AdoOptions.All.Read(text));

    /// <summary>The provider's connection string.</summary>
    /// <param name="password">The password, or null.</param>
    public string ConnectionString(Secret? password)
    {
        if (password is null)
        {
            return _connection.ConnectionString;
        }

        return new DbConnectionStringBuilder
        {
            ConnectionString = _connection.ConnectionString,
            [_values.Text("password_key")!] = password.Reveal()
        }.ConnectionString;
    }

    private static EndpointValues Split(string text)
    {
        DbConnectionStringBuilder all;
        try
        {
            all = new DbConnectionStringBuilder { ConnectionString = text };
        }
        catch (ArgumentException e)
        {
            throw new ArgumentException("--endpoint: it is no connection string: provider=FILE;dialect=NAME;KEY=VALUE.", e);
        }

        var ours = AdoOptions.All.All.Where(o => all.ContainsKey(o.Name))
            .Select(o => KeyValuePair.Create(o.Name, (string)all[o.Name])).ToList();
        ours.ForEach(o => all.Remove(o.Key));
        var read = AdoOptions.All.Read("?" + string.Join('&', ours.Select(o => $"{o.Key}={Uri.EscapeDataString(o.Value)}")));
        return new EndpointValues(AdoOptions.All, all.ConnectionString, read.Given);
    }
}
