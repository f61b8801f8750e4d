using DbIngest.Abstractions.Targets;
using DbIngest.Targets.MySql;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>One private server for all tests of the collection, which therefore run one after another.</summary>
public sealed class MySqlFixture : IDisposable
{
    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-test-");
    private ITarget? _keeper;

    /// <summary>The path of the shared server's socket, which is an endpoint.</summary>
    public string Endpoint
    {
        get
        {
            _keeper ??= new MariaDbDefinition().Open(new TargetOptions { WorkFolder = _work.FullName });
            return _keeper.AttachEndpoint;
        }
    }

    /// <summary>Opens a target at the shared server.</summary>
    public ITarget Open(string options = "", string? place = null, TimeSpan? timeout = null)
    {
        return new MariaDbDefinition().Open(Options(options, place, timeout));
    }

    /// <summary>How a target is opened at the shared server.</summary>
    public TargetOptions Options(string options = "", string? place = null, TimeSpan? timeout = null) => new()
    {
        WorkFolder = _work.FullName,
        Endpoint = (place ?? Endpoint) + options,
        RequestTimeout = timeout ?? TimeSpan.FromSeconds(60),
    };

    /// <summary>A plain session with the shared server.</summary>
    public MySqlConnection Connect()
    {
        return MySqlConnection.Open(new() { Server = new System.Net.Sockets.UnixDomainSocketEndPoint(Endpoint), User = "root" });
    }

    /// <summary>Carries out statements on the shared server.</summary>
    public void Execute(params IEnumerable<string> statements)
    {
        using var connection = Connect();
        foreach (string sql in statements)
        {
            connection.Execute(sql);
        }
    }

    public void Dispose()
    {
        _keeper?.Dispose();
        _work.Delete(recursive: true);
    }
}

[CollectionDefinition("mysql")]
public sealed class MySqlCollection : ICollectionFixture<MySqlFixture>;
