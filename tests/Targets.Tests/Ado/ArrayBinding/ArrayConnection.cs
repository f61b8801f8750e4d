using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using Microsoft.Data.Sqlite;

namespace DbIngest.Targets.Tests.Ado.ArrayBinding;

/// <summary>A connection of the stand-in.</summary>
public sealed class ArrayConnection : DbConnection
{
    private readonly SqliteConnection _inner = new();

    [AllowNull]
    public override string ConnectionString
    {
        get => _inner.ConnectionString;
        set => _inner.ConnectionString = value;
    }

    public override string Database => _inner.Database;

    public override string DataSource => _inner.DataSource;

    public override string ServerVersion => _inner.ServerVersion;

    public override ConnectionState State => _inner.State;

    public override void ChangeDatabase(string databaseName) => _inner.ChangeDatabase(databaseName);

    public override void Close() => _inner.Close();

    /// <summary>Opens a database. For one of the name "libraryless" the provider lacks a library of the system.</summary>
    public override void Open()
    {
        if (DataSource == "libraryless")
        {
            throw new TypeInitializationException(nameof(ArrayConnection), new DllNotFoundException("libdb2.so is missing."));
        }

        _inner.Open();
    }

    protected override DbTransaction BeginDbTransaction(IsolationLevel isolationLevel) => _inner.BeginTransaction();

    protected override DbCommand CreateDbCommand() => new ArrayCommand(this, _inner.CreateCommand());

    protected override void Dispose(bool disposing)
    {
        _inner.Dispose();
        base.Dispose(disposing);
    }
}
