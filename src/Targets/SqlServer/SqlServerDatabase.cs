using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Creates, marks and drops the trials' database with files of the final size, or uses an existing one, of which it touches
/// only the table. <see cref="SqlServerDefinition"/> creates one per target, whose Prepare and Clean call it. On SQL Server it
/// ends all other sessions of a database that it drops. It must never drop a database without the mark, except an unfinished one
/// that a killed run has left under its temporary name.
/// </summary>
/// <remarks>
/// Babelfish has no temporary name: a run that is killed before it sets the mark leaves a database that later runs take for the
/// user's.
/// </remarks>
/// <param name="endpoint">Name and settings of the database.</param>
/// <param name="contract">The durability level.</param>
/// <param name="isBabelfish">
/// Returns true if the server is Babelfish. Called only after <see cref="SqlServerSessions.Recognise"/>.
/// </param>
internal sealed class SqlServerDatabase(SqlServerEndpoint endpoint, DurabilityContract contract, Func<bool> isBabelfish)
{
    /// <summary>Name of the extended property that marks a database as created by DbIngest.</summary>
    private const string Mark = "dbingest";

    private readonly string _name = endpoint.Database;
    private readonly string _unfinished = endpoint.Database + "_dbingest_unfinished";

    /// <summary>
    /// True if <see cref="Look"/> found the database without the mark, so that it belongs to the user and must not be dropped.
    /// </summary>
    public bool IsFound { get; private set; }

    /// <summary>
    /// Checks whether the database exists, whether DbIngest created it, and, for a database of the user on SQL Server, whether it
    /// can keep the durability level. <see cref="SqlServerDefinition"/> calls it when it opens a target, and the target when it
    /// describes itself. <see cref="Create"/> and <see cref="DropUnlessFound"/> call it before they drop or create anything.
    /// </summary>
    /// <param name="session">A session of any database.</param>
    /// <returns>True if the database exists.</returns>
    /// <exception cref="TargetException">
    /// The database belongs to the user, and it cannot keep the durability level, or the endpoint has options for a database that
    /// a run creates. Never on Babelfish, where <see cref="Babelfish.Check"/> refuses such options at opening, and sessions set
    /// the level.
    /// </exception>
    public bool Look(ISqlServerSession session)
    {
        string durability;
        using (var rows =
            session.Query("SELECT CAST(delayed_durability_desc AS nvarchar(60)) FROM sys.databases WHERE name = @p1", _name))
        {
            if (!rows.Read())
            {
                IsFound = false;
                return false;
            }

            durability = rows.Text() ?? "DISABLED";
        }

        // In Babelfish, views and procedures always belong to the current database, whatever name precedes them.
        using (var rows = session.Query(isBabelfish()
            ? $"USE [{_name}]; SELECT COUNT_BIG(*) FROM sys.extended_properties WHERE class = 0 AND name = N'{Mark}'; USE "
                + $"[{SqlServerSessions.Master}]"
            : $"SELECT COUNT_BIG(*) FROM [{_name}].sys.extended_properties WHERE class = 0 AND name = N'{Mark}'"))
        {
            rows.Read();
            IsFound = rows.Int64() == 0;
        }

        if (IsFound && !isBabelfish())
        {
            SqlServerContracts.Check(contract, durability, _name);
            if (endpoint.OfOwnDatabase.FirstOrDefault() is { } option)
            {
                throw new TargetException(
                    $"--endpoint: {option} is for a database that is created for the run, and {_name} was there before; leave "
                    + $"it out, or name another by database=NAME.");
            }
        }

        return true;
    }

    /// <summary>
    /// Drops and creates the database, unless it existed before. SQL Server cannot create and mark in one step, so the database
    /// gets its final name last: a killed process leaves one under a temporary name, which the next run drops.
    /// </summary>
    /// <param name="session">A session of any database.</param>
    public void Create(ISqlServerSession session)
    {
        if (Look(session))
        {
            if (IsFound)
            {
                return;
            }

            Drop(session, _name);
        }

        if (isBabelfish())
        {
            session.Execute($"CREATE DATABASE [{_name}]");
            session.Execute(
                $"USE [{_name}]; EXEC sys.sp_addextendedproperty @name = N'{Mark}', @value = N'created for a run'; USE "
                + $"[{SqlServerSessions.Master}]");
            return;
        }

        DropUnfinished(session);
        session.Execute($"CREATE DATABASE [{_unfinished}]");
        session.Execute($"EXEC [{_unfinished}].sys.sp_addextendedproperty @name = N'{Mark}', @value = N'created for a run'");
        foreach (var (suffix, megabytes) in new[] { (string.Empty, endpoint.DataMb), ("_log", endpoint.LogMb) })
        {
            session.Execute(Resize(_unfinished + suffix, megabytes));
            session.Execute(
                $"ALTER DATABASE [{_unfinished}] MODIFY FILE (NAME = N'{_unfinished}{suffix}', NEWNAME = N'{_name}{suffix}')");
        }

        session.Execute($"ALTER DATABASE [{_unfinished}] SET RECOVERY {endpoint.Recovery.ToUpperInvariant()}");
        session.Execute($"ALTER DATABASE [{_unfinished}] SET DELAYED_DURABILITY = {SqlServerContracts.Setting(contract)}");
        if (endpoint.Store == SqlServerOptions.Memory)
        {
            AddMemory(session);
        }

        session.Execute($"ALTER DATABASE [{_unfinished}] MODIFY NAME = [{_name}]");
    }

    /// <summary>Drops the database if a run created it, and the unfinished database that a killed run left.</summary>
    /// <param name="session">A session of any database.</param>
    /// <returns>True if the database existed before any run.</returns>
    public bool DropUnlessFound(ISqlServerSession session)
    {
        bool isThere = Look(session);
        if (isThere && !IsFound)
        {
            Drop(session, _name);
        }

        if (!isBabelfish())
        {
            DropUnfinished(session);
        }

        return isThere && IsFound;
    }

    private void DropUnfinished(ISqlServerSession session)
    {
        bool isThere;
        using (var rows = session.Query("SELECT CAST(name AS nvarchar(128)) FROM sys.databases WHERE name = @p1", _unfinished))
        {
            isThere = rows.Read();
        }

        if (isThere)
        {
            Drop(session, _unfinished);
        }
    }

    private void Drop(ISqlServerSession session, string name)
    {
        // Sessions of killed processes would block the drop. Babelfish lacks this statement.
        if (!isBabelfish())
        {
            session.Execute($"ALTER DATABASE [{name}] SET SINGLE_USER WITH ROLLBACK IMMEDIATE");
        }

        session.Execute($"DROP DATABASE [{name}]");
    }

    private string Resize(string file, int megabytes) => string.Create(
        CultureInfo.InvariantCulture,
            $"ALTER DATABASE [{_unfinished}] MODIFY FILE (NAME = N'{file}', SIZE = {megabytes}MB, FILEGROWTH = "
            + $"{megabytes / 4}MB)");

    private void AddMemory(ISqlServerSession session)
    {
        string folder;
        using (var rows = session.Query("SELECT CAST(SERVERPROPERTY('InstanceDefaultDataPath') AS nvarchar(512))"))
        {
            folder = rows.Read() ? rows.Text() ?? string.Empty : string.Empty;
        }

        // Several loads of a batch are an explicit transaction, which otherwise cannot use a table in memory (41368).
        session.Execute($"ALTER DATABASE [{_unfinished}] SET MEMORY_OPTIMIZED_ELEVATE_TO_SNAPSHOT = ON");
        session.Execute($"ALTER DATABASE [{_unfinished}] ADD FILEGROUP [{_name}_memory] CONTAINS MEMORY_OPTIMIZED_DATA");
        session.Execute(
            $"ALTER DATABASE [{_unfinished}] ADD FILE (NAME = N'{_name}_memory', FILENAME = "
            + $"N'{folder.Replace("'", "''", StringComparison.Ordinal)}{_name}_memory') TO FILEGROUP [{_name}_memory]");
    }
}
