using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Catalogue;
using Npgsql;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>A real PostgreSQL that asks for a password.</summary>
internal sealed class Server : IDisposable
{
    public const string Password = "pa55-w0rd-of-tests";

    private readonly ITarget _target;
    private readonly string _folder;

    private Server(ITarget target, string folder)
    {
        _target = target;
        _folder = folder;
        using var connection = Open();
        using var command = connection.CreateCommand();
        command.CommandText = $"CREATE ROLE tester LOGIN SUPERUSER PASSWORD '{Password}'";
        command.ExecuteNonQuery();
        command.CommandText = "SHOW hba_file";
        string file = (string)command.ExecuteScalar()!;
        File.WriteAllText(file, "local all tester scram-sha-256\n" + File.ReadAllText(file));
        command.CommandText = "SELECT pg_reload_conf()";
        command.ExecuteNonQuery();
        Endpoint = new NpgsqlConnectionStringBuilder(target.AttachEndpoint) { Username = "tester" }.ConnectionString;
    }

    /// <summary>Where it is, without the password.</summary>
    public string Endpoint { get; }

    public static Server Start()
    {
        var definition = TargetCatalog.Find("postgres");
        string folder = Directory.CreateTempSubdirectory("dbi-").FullName;
        return new Server(definition.Open(new TargetOptions { WorkFolder = folder }), folder);
    }

    public void Dispose()
    {
        _target.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private NpgsqlConnection Open()
    {
        var connection = new NpgsqlConnection(_target.AttachEndpoint + ";Pooling=false");
        connection.Open();
        return connection;
    }
}
