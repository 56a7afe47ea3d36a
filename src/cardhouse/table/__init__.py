"""Live tables: seats, clocks, cats, and who is told what. asyncio, and no network."""
