using System.Data.Common;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ado;

/// <summary>
/// The endpoint of an ADO.NET database after reading: <c>CONNECTION STRING?provider=...&amp;dialect=...</c>, or a connection
/// string that begins with <c>provider=</c> and contains the options as keys. <see cref="AdoDefinition"/> reads it when a target
/// is opened or probed, before anything connects. Immutable. It refuses a password, which must come from the environment or a
/// file.
/// </summary>
internal sealed class AdoEndpoint
{
    private static readonly string[] PasswordWords = ["password", "pwd", "psw"];

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
            // The inner message names a position in the text and quotes nothing of it.
            throw new ArgumentException(
                "--endpoint: the part before the options is not a connection string: KEY=VALUE;KEY=VALUE.", e);
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

    /// <summary>A file, or the name of an assembly that is part of this program.</summary>
    public string Provider { get; }

    /// <summary>Name of a built-in dialect, or path of a file.</summary>
    public string Dialect => _values.Text("dialect")!;

    /// <summary>The write method: <c>rows</c>, <c>batch</c>, <c>array</c> or <c>bulkcopy</c>.</summary>
    public string Way => _values.Text("way")!;

    /// <summary>Records per statement, statements per <c>DbBatch</c>, or elements per array.</summary>
    public int Rows => _values.Number("rows")!.Value;

    public bool HasKey => _values.Text("index") == "key";

    public string Table => _values.Text("table")!;

    /// <summary>Where the user says that the database runs. Null to derive the place from dialect and server name.</summary>
    public string? Placement => _values.Text("placement");

    /// <summary>The endpoint without a password, as text that reads back as an equal one.</summary>
    public string Text => _values.At(_values.Place, withPrivateServer: true);

    /// <summary>True if an endpoint is a single connection string that contains the options as keys.</summary>
    public static bool IsOneString(string endpoint) => endpoint.TrimStart()
        .StartsWith("provider=", StringComparison.OrdinalIgnoreCase);

    /// <summary>Reads an endpoint.</summary>
    /// <exception cref="ArgumentException">The endpoint is invalid. The message repeats no secret.</exception>
    public static AdoEndpoint Parse(string? text) =>
        new(text is not null && IsOneString(text) ? Split(text) : AdoOptions.All.Read(text));

    /// <summary>The provider's connection string with the password. It must not be logged.</summary>
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
            throw new ArgumentException("--endpoint: not a connection string: provider=FILE;dialect=NAME;KEY=VALUE.", e);
        }

        var ours = AdoOptions.All.All.Where(o => all.ContainsKey(o.Name))
            .Select(o => KeyValuePair.Create(o.Name, (string)all[o.Name])).ToList();
        ours.ForEach(o => all.Remove(o.Key));
        var read = AdoOptions.All.Read("?" + string.Join('&', ours.Select(o => $"{o.Key}={Uri.EscapeDataString(o.Value)}")));
        return new EndpointValues(AdoOptions.All, all.ConnectionString, read.Given);
    }
}
