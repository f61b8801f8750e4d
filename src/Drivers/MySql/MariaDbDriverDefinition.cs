using DbIngest.Targets.MySql;

namespace DbIngest.Drivers.MySql;

/// <summary>MariaDB with both of its clients: our own, and the driver (MySqlConnector).</summary>
public sealed class MariaDbDriverDefinition() : MariaDbDefinition(DriverPath.Open);
